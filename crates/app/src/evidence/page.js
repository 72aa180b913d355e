"use strict";
(() => {
  const evidence = JSON.parse(document.getElementById("evidence").textContent);
  const encoder = new TextEncoder();
  const bytes = (hex) => {
    if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error("a hash is not hexadecimal");
    return Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  };
  const hex = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const base64 = (array) => btoa(String.fromCharCode(...array));
  const unbase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const join = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
  };
  const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
  const number = (value, size) => {
    const array = new Uint8Array(size);
    let rest = BigInt.asUintN(size * 8, BigInt(value));
    for (let at = 0; at < size; at += 1, rest >>= 8n) array[at] = Number(rest & 255n);
    return array;
  };
  const field = (array) => join(number(array.length, 4), array);

  // What the hash of an event covers, as crates/store/src/journal/hash.rs spells it.
  const covered = (event) => {
    const domain = event.state === undefined ? "ensemble/event/1" : "ensemble/event/2";
    const words = [event.service, event.kind, event.stream, event.principal, event.data, event.touches];
    const fields = words.map((word) => field(encoder.encode(word)));
    if (event.state !== undefined) fields.push(field(bytes(event.state)));
    return join(encoder.encode(domain), bytes(event.prev), bytes(event.stream_prev),
      number(event.seq, 8), number(event.micros, 8), ...fields);
  };
  const node = (left, right) => sha256(Uint8Array.of(1), left, right);
  const rootOf = async (proof) => {
    let [place, last] = [proof.index, proof.head.size - 1];
    if (place > last) throw new Error("the place is outside of the log");
    let found = await sha256(Uint8Array.of(0), covered(proof.event));
    const up = () => { [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]; };
    for (const step of proof.path.map(bytes)) {
      if (last === 0) throw new Error("the path is too long");
      if (place % 2 === 1 || place === last) {
        found = await node(step, found);
        while (place % 2 === 0 && place !== 0) up();
      } else {
        found = await node(found, step);
      }
      up();
    }
    if (last !== 0) throw new Error("the path is too short");
    return hex(found);
  };
  const signed = async (head) => {
    if (head.key !== evidence.key) throw new Error("the head is of another house");
    const key = await crypto.subtle.importKey("raw", bytes(evidence.key), { name: "Ed25519" }, false, ["verify"]);
    const origin = `ensemble/${evidence.key.slice(0, 16)}`;
    const text = `${origin}\n${head.size}\n${base64(bytes(head.root))}\n${head.at}\n`;
    return crypto.subtle.verify("Ed25519", key, unbase64(head.signature), encoder.encode(text));
  };

  const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
  const visible = (text) => text.replace(hidden, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);
  const element = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = visible(text);
    return made;
  };
  // What was proven is what is shown from now on, whatever stood here before.
  const show = (statement) => {
    document.title = visible(statement.title);
    document.querySelector("h1").textContent = visible(statement.title);
    document.getElementById("about").textContent = visible(
      `${statement.kind} ${statement.id}, made ${statement.made_at} for ${statement.asked_by}`);
    document.querySelector("main").replaceChildren(...statement.sections.map((section) => {
      const made = document.createElement("section");
      const tag = section.form === "code" ? "pre" : "p";
      made.append(element("h2", section.title), ...section.lines.map((line) => element(tag, line)));
      return made;
    }));
    document.querySelector("#record ol").replaceChildren(...evidence.proofs.map(({ event }) =>
      element("li", `event ${event.seq}, ${event.at}, ${event.kind} by ${event.principal}`)));
  };

  const check = async (say) => {
    if (evidence.format !== "ensemble/evidence/1") throw new Error("this page is of another form");
    const roots = new Map();
    for (const proof of evidence.proofs) {
      const { event, head } = proof;
      const time = `${new Date(Math.floor(event.micros / 1000)).toISOString().slice(0, 23)}`;
      if (!event.at.startsWith(time.slice(0, 19))) throw new Error(`event ${event.seq} shows another time`);
      if (!roots.has(head.signature)) {
        if (!(await signed(head))) throw new Error("the signature is not the house's");
        roots.set(head.signature, head);
        say(`The head over ${head.size} events is signed by ${evidence.key}`);
      }
      if ((await rootOf(proof)) !== head.root) throw new Error(`event ${event.seq} is not in the log`);
      say(`Event ${event.seq} is in the log that was signed`);
    }
    const last = evidence.proofs[evidence.proofs.length - 1];
    const vouches = last && last.event.kind === "evidence.made" && last.event.service === "house";
    const digest = hex(await sha256(encoder.encode(evidence.statement)));
    if (!vouches || JSON.parse(last.event.data).statement_sha256 !== digest) {
      throw new Error("the statement is not the one that the house recorded");
    }
    const statement = JSON.parse(evidence.statement);
    const others = evidence.proofs.slice(0, -1).map(({ event }) => event.seq);
    if (JSON.stringify(others) !== JSON.stringify(statement.events)) {
      throw new Error("the events are not those of the statement");
    }
    show(statement);
    say("What this page shows is what the house recorded");
  };

  document.getElementById("check").addEventListener("click", async () => {
    const result = document.getElementById("result");
    result.replaceChildren();
    const say = (kind) => (text) => {
      const line = element("li", text);
      line.className = kind;
      result.append(line);
    };
    try {
      await check(say("yes"));
      document.documentElement.dataset.checked = "yes";
    } catch (error) {
      say("no")(`This page does not prove what it says: ${error.message}`);
      document.documentElement.dataset.checked = "no";
    }
  });
})();
