"""Letters of twice their size."""

TWICE = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })"
