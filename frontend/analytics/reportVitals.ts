import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';

type SentVital = {
  t: 'vital';
  p: string;
  k: string;
  n: number;
};

/**
 * Report how fast this page was, once its values are final: at the latest when it is hidden. CLS goes out in
 * thousandths, the others in milliseconds: whole numbers.
 */
export function reportVitals(report: (event: SentVital) => void): void {
  for (const watch of [onLCP, onINP, onCLS, onTTFB])
    watch(({ name, value }) =>
      report({ t: 'vital', p: location.pathname, k: name, n: Math.round(name === 'CLS' ? value * 1000 : value) }),
    );
}
