// Something that is fetched: its value, whether it is on its way, and what went wrong.

import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { Lost } from '../mcp/errors.js';
import { link } from '../state/session.js';

/** Runs `fetcher` when one of `keys` changes or the server is back; `reload` runs it again. */
export function useLoad(fetcher, keys = []) {
  const value = useSignal(undefined);
  const error = useSignal(null);
  const busy = useSignal(false);
  const turn = useRef(0);
  const reload = async () => {
    const mine = ++turn.current;
    busy.value = true;
    try {
      const got = await fetcher();
      if (mine !== turn.current) return;
      value.value = got;
      error.value = null;
    } catch (wrong) {
      // The banner already says that the server is gone; what is on the page stays.
      if (mine === turn.current && !(wrong instanceof Lost)) error.value = wrong;
    } finally {
      if (mine === turn.current) busy.value = false;
    }
  };
  const isLive = link.value === 'live';
  useEffect(() => {
    if (isLive) reload();
  }, [isLive, ...keys]);
  return { value: value.value, error: error.value, busy: busy.value, reload };
}

/** Runs an action a person asked for: whether it is under way, and how it ended. */
export function useAction(action) {
  const state = useSignal({ busy: false, error: null, value: undefined });
  const run = async (...args) => {
    state.value = { ...state.peek(), busy: true, error: null };
    try {
      const value = await action(...args);
      state.value = { busy: false, error: null, value };
      return value;
    } catch (error) {
      state.value = { busy: false, error, value: undefined };
      return undefined;
    }
  };
  const clear = () => (state.value = { busy: false, error: null, value: undefined });
  return { ...state.value, run, clear };
}
