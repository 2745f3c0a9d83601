// The search of the site runs in a worker. Browsers start none from a file on disk; there a hidden frame does its work.

if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.waiting = [];
      this.frame.srcdoc = `<!doctype html><script src="${new URL(url, location.href).href.replaceAll('"', "%22")}"><\/script>`;
      this.frame.addEventListener("load", () => this.begin());
      document.body.append(this.frame);
    }

    begin() {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.send = (data) => inside.dispatchEvent(new inside.MessageEvent("message", { data }));
      this.waiting.forEach((data) => this.send(data));
    }

    postMessage(data) {
      if (this.send) this.send(data);
      else this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
