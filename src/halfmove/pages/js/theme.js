// Light or dark: as the system has it, or as the reader wants it.

const THEMES = ["system", "light", "dark"];

function makeTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let theme = THEMES.includes(remembered.get("theme")) ? remembered.get("theme") : "system";
  const show = () => {
    document.documentElement.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
    byId("theme").textContent = { system: "◐ Auto", light: "☀\ufe0e Light", dark: "☾\ufe0e Dark" }[theme];
    byId("theme").setAttribute("aria-label", `Colours: ${theme === "system" ? "as the system" : theme}. Change`);
  };
  byId("theme").addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % 3];
    remembered.set("theme", theme);
    show();
  });
  dark.addEventListener("change", show);
  show();
}
