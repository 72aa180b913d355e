// What stands around every page: the way to the others, how the link is, and the keys.

import { useEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { html } from './html.js';
import { Banner } from './parts/banner.js';
import { Icon, Mark } from './parts/icons.js';
import { Palette, openPalette } from './parts/palette.js';
import { Shortcuts, useShortcuts } from './parts/shortcuts.js';
import { SignIn } from './parts/sign_in.js';
import { Theme } from './parts/theme.js';
import { PAGES, offered } from './pages.js';
import { head } from './state/journal.js';
import { href, route } from './state/route.js';
import { link } from './state/session.js';
import { count } from './parts/format.js';

const menuOpen = signal(false);

/** The whole console. */
export function Shell() {
  useShortcuts();
  const [name] = route.value;
  const current = PAGES.find((page) => page.name === name);
  const title = current?.title ?? 'Not found';
  useTitle(title);
  return html`<div class="shell">
    <a class="skip" href="#main" onClick=${skip}>Skip to the page</a>
    <${Side} current=${name} title=${title} />
    <div class="middle">
      <${Banner} />
      <main id="main" tabindex="-1">
        ${link.value === 'refused' ? html`<${SignIn} />` : html`<${Current} page=${current} />`}
      </main>
    </div>
    <${Shortcuts} />
    <${Palette} />
  </div>`;
}

function Current({ page }) {
  if (page) return html`<${page.page} key=${page.name} />`;
  return html`<h1 tabindex="-1">There is no such page</h1>
    <p><a href=${href('home')}>Home</a> leads to all there are.</p>`;
}

function Side({ current, title }) {
  const toggle = () => (menuOpen.value = !menuOpen.value);
  return html`<div class=${`side ${menuOpen.value ? 'open' : ''}`}>
    <div class="brand">
      <a href=${href('home')} aria-label="Ensemble, home"><${Mark} /><span>Ensemble</span></a>
      <span class="here">${title}</span>
      ${badges() > 0 && html`<a class="tally" href=${href('approvals')}>${badges()}<span class="hidden"> waiting for you</span></a>`}
      <button type="button" class="menu quiet" aria-expanded=${menuOpen.value} aria-controls="pages" onClick=${toggle}>
        <${Icon} name="menu" /><span>Menu</span>
      </button>
    </div>
    <button type="button" class="finder" onClick=${openPalette}><span>Find anything</span><kbd>Ctrl K</kbd></button>
    <nav id="pages" aria-label="Pages" onClick=${() => (menuOpen.value = false)}>
      ${offered().map((page) => html`<a key=${page.name} href=${href(page.name)}
          aria-current=${page.name === current ? 'page' : undefined}>
        <${Icon} name=${page.name} /><span>${page.title}</span>${page.badge && html`<${page.badge} />`}
      </a>`)}
    </nav>
    <footer>
      <${Link} />
      <${Theme} />
    </footer>
  </div>`;
}

/** How much waits for a person, over all pages. */
function badges() {
  return PAGES.reduce((sum, it) => sum + (it.badge?.count() ?? 0), 0);
}

const WORDS = { opening: 'Connecting', live: 'Live', lost: 'Not connected', refused: 'Signed out' };

function Link() {
  const state = link.value;
  return html`<div class=${`link-state ${state}`}>
    <span class="dot" aria-hidden="true"></span>
    <span>${WORDS[state]}</span>
    ${state === 'live' && head.value > 0 && html`<span class="seq">#${count(head.value)}</span>`}
  </div>`;
}

/** After a change of page, the title changes and the focus goes to the heading. */
function useTitle(title) {
  const first = useRef(true);
  const badge = badges();
  useEffect(() => {
    document.title = `${badge ? `(${badge}) ` : ''}${title} · Ensemble`;
  }, [title, badge]);
  useEffect(() => {
    if (!first.current) document.querySelector('main h1')?.focus({ preventScroll: true });
    first.current = false;
    scrollTo(0, 0);
  }, [title]);
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}
