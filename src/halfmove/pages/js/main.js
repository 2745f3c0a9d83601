// Opening the page: the programs are compiled, the page checks itself, and the game begins.

document.body.dataset.state = "loading";

async function openPage() {
  const data = JSON.parse(byId("halfmove-data").textContent);
  const source = await PageSource.open(data);
  data.about.notes.push(...source.notes);
  await startApp(source, data.about);
}

openPage().catch((error) => {
  const sentence = error instanceof Spoiled ? error.message
    : typeof WebAssembly === "undefined" ? "This browser cannot run WebAssembly, which the game needs."
    : `The game could not be opened: ${error.message}`;
  document.body.dataset.state = "spoiled";
  byId("app").replaceChildren(el("p", {role: "alert", className: "problem"}, sentence));
});
