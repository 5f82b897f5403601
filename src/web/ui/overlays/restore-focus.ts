/**
 * Moves the focus to `target` if the focused element was removed, or is about to be: a keyboard user would have
 * to start again at the top. `removed`: the selector of the part that is about to be removed.
 */
export function restoreFocus(target: HTMLElement | null, removed?: string): void {
  const focused = document.activeElement
  if (focused === document.body || (removed && focused?.closest(removed))) target?.focus()
}
