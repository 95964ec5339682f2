export function reportVitals(): void {}
