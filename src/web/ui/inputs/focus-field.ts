/** Focuses a field of the form around `within` immediately: `setFocus` is later, and the next keystroke would go elsewhere. */
export function focusField(within: Element | null, name: string): void {
  within?.closest('form')?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
