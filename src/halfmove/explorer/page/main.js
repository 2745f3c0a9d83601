// Start the page.

const page = new App(JSON.parse(byId("halfmove-data").textContent));
try {
  page.start();
} catch (error) {
  complain(byId("problem"), error);
}
