import type { FromChallenge } from './messages.ts';

/** The bank's question, when it is framed by a store's page: it says when it is over or given up. */
const store = document.documentElement.dataset.storeOrigin ?? '';

function tell(type: FromChallenge['type']): void {
  const message: FromChallenge = { from: 'challenge', type };
  if (store !== '' && window.parent !== window) window.parent.postMessage(message, store);
}

tell(document.body.dataset.state === 'over' ? 'over' : 'loaded');
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell('cancel');
});
