// The server: questions over HTTP, live analysis over one WebSocket.

// `told` is what the server says: code, parameters and sentence.
export class Refused extends Error {
  constructor(sentence, told = null) {
    super(sentence);
    this.told = told;
  }
}

export async function get(path) {
  return answer(await reach(fetch(path)));
}

export async function post(path, body) {
  return answer(await reach(ask(path, body)));
}

export async function postForFile(path, body) {
  const response = await reach(ask(path, body));
  if (!response.ok) await answer(response);
  return response.blob();
}

function ask(path, body) {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function reach(promise) {
  try {
    return await promise;
  } catch {
    throw new Refused("unreachable");
  }
}

async function answer(response) {
  const found = await response.json().catch(() => null);
  if (response.ok) return found;
  const detail = found && (found.error || found.detail);
  throw new Refused(typeof detail === "string" ? detail : `HTTP ${response.status}`, found && found.code ? found : null);
}

export class Live {
  // One socket for the tab; it comes back by itself and asks again what it was asked last.
  constructor(onMessage, onState) {
    this.onMessage = onMessage;
    this.onState = onState || (() => {});
    this.wanted = null;
    this.count = 0;
    this.wait = 500;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 500;
      this.onState(true);
      if (this.wanted) this.send(this.wanted);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.search && (!this.wanted || message.search !== this.wanted.search)) return;
      this.onMessage(message);
    };
    socket.onclose = () => {
      this.onState(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 10000);
    };
  }

  get connected() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.connected) this.socket.send(JSON.stringify(message));
  }

  analyse(position, options) {
    this.count += 1;
    this.wanted = { type: "analyse", search: `s${this.count}`, position, ...options };
    this.send(this.wanted);
    return this.wanted.search;
  }

  stop() {
    if (!this.wanted) return;
    this.send({ type: "stop", search: this.wanted.search });
    this.wanted = null;
  }
}
