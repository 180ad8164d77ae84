"use strict";
// Turns each story into a strip that shows one step at a time.
for (const story of document.querySelectorAll("[data-story]")) {
  const steps = [...story.querySelectorAll("[data-step]")];
  const controls = story.querySelector("[data-controls]");
  if (!controls || steps.length < 2) continue;
  const back = controls.querySelector("[data-back]");
  const on = controls.querySelector("[data-on]");
  const position = controls.querySelector("[data-position]");
  const live = story.querySelector("[data-live]");
  let at = 0;
  const show = (place, announced = true) => {
    at = Math.min(Math.max(place, 0), steps.length - 1);
    steps.forEach((step, number) => { step.hidden = number !== at; });
    // Not `disabled`: a button that is disabled loses the focus.
    back.setAttribute("aria-disabled", String(at === 0));
    on.setAttribute("aria-disabled", String(at === steps.length - 1));
    position.textContent = `Step ${at + 1} of ${steps.length}`;
    if (announced) live.textContent = `${position.textContent}. ${steps[at].dataset.spoken}`;
  };
  back.addEventListener("click", () => show(at - 1));
  on.addEventListener("click", () => show(at + 1));
  story.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest(".scroll")) return;
    const place = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (place === undefined) return;
    event.preventDefault();
    show(place);
  });
  controls.hidden = false;
  show(0, false);
}
// Only what can be scrolled needs a stop for the keyboard.
const stops = () => {
  for (const box of document.querySelectorAll(".scroll")) {
    box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
  }
};
addEventListener("resize", stops);
stops();
// On paper nothing is folded away.
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details:not([open])")) {
    fold.open = true;
    fold.dataset.folded = "";
  }
});
addEventListener("afterprint", () => {
  for (const fold of document.querySelectorAll("details[data-folded]")) {
    fold.open = false;
    delete fold.dataset.folded;
  }
});
