// The worker: it keeps the machines, and answers one question at a time.

let thinker = null;

function answer({id, ask, position, level, seconds}) {
  const began = performance.now(), until = began + 1000 * seconds;
  const tell = (found, done) => postMessage({id, found, done, ms: performance.now() - began});
  if (ask === "analyse") {
    let list = [];
    for (list of thinker.analyse(position, until)) tell(list, false);
    return tell(list, true);
  }
  const found = thinker.atLevel(position, level, seconds, (best) => tell(best, false));
  tell(found, false);  // the line of a proof may take longer
  if (found.proof) found.line = [found.proof.move, ...thinker.restOfLine(found.proof, Math.min(performance.now() + 300, until + 20))];
  return tell(found, true);
}

onmessage = ({data}) => {
  try {
    if (!data.programs) return answer(data);
    const [deep, mcts] = data.programs.map(({module, about, arena, table}) => new Machine(module, about, {arena, table}));
    thinker = new Thinker(deep, mcts ?? null, data.about);
    postMessage({ready: true});
  } catch (error) {
    postMessage({id: data.id, error: error instanceof RangeError ? "this browser has too little memory for the search" : error.message});
  }
};
