// The one place where templates meet the renderer. Text in templates is always text: there is no
// way to put markup from data on the page.

import { h } from 'preact';
import htm from 'htm';

export const html = htm.bind(h);
