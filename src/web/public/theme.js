// Runs before the first paint, so that a dark page never flashes white. A file of its own: the
// content security policy lets no inline script run.
try {
  const dark = localStorage.getItem('theme') === 'dark'
  document.documentElement.classList.toggle('dark', dark)
} catch {
  // Storage is switched off: the light theme it is.
}
