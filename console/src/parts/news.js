// Hears of a service's events and counts them, so that what shows its state is read again.

import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { onEvents } from '../state/journal.js';

const PAUSE = 200;

/** A number that grows after events of `service`; reading is no reason to read again. */
export function useNews(service, wanted = () => true) {
  const turn = useSignal(0);
  useEffect(() => {
    let timer = null;
    const leave = onEvents((events) => {
      const fits = events.some((event) => event.service === service && event.kind !== 'call.made' && wanted(event));
      if (!fits || timer) return;
      timer = setTimeout(() => {
        timer = null;
        turn.value += 1;
      }, PAUSE);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [service]);
  return turn.value;
}
