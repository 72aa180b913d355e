// Where the console begins: styles, the shell, and the journal it follows.

import './styles/main.css';
import { render } from 'preact';
import { html } from './html.js';
import { Shell } from './shell.js';
import { follow } from './state/journal.js';

render(html`<${Shell} />`, document.getElementById('console'));
follow();
