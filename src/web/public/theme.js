// Runs before the first paint, so that a dark page does not flash white. A separate file, because the content security
// policy forbids inline scripts.
try {
  const dark = localStorage.getItem('theme') === 'dark'
  document.documentElement.classList.toggle('dark', dark)
} catch {
  // Storage is disabled: keep the light theme.
}
