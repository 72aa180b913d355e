// What somebody sees whose token is missing, unknown, revoked or expired.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { refusal, signIn } from '../state/session.js';
import { Code, Field } from './basics.js';

/** The way in. */
export function SignIn() {
  const text = useSignal('');
  const submit = (event) => {
    event.preventDefault();
    if (text.value.trim()) signIn(text.value);
  };
  return html`<div class="sign-in card">
    <h1 tabindex="-1">Sign in</h1>
    <p role="status">The server says: ${refusal.value || 'a token is needed'}.</p>
    <p>This command prints a link that brings the token along:</p>
    <${Code} text="ensemble console" label="Command that prints the link" />
    <form onSubmit=${submit}>
      <${Field} label="Or paste a token" id="token" hint="It stays in this tab and is forgotten when the tab closes.">
        <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint"
          value=${text.value} onInput=${(event) => (text.value = event.currentTarget.value)} />
      <//>
      <button class="primary">Sign in</button>
    </form>
  </div>`;
}
