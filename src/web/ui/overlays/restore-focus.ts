/**
 * Gives the focus a place where what had it is gone, or goes: a keyboard would have to start at the page's top
 * again. `going`: a selector of what is taken away in a moment, with what is focused in it.
 */
export function restoreFocus(target: HTMLElement | null, going?: string): void {
  const focused = document.activeElement
  if (focused === document.body || (going && focused?.closest(going))) target?.focus()
}
