/** Focuses a field of the form around `within` at once: the form's "setFocus" waits, and the next key would go elsewhere. */
export function focusField(within: Element | null, name: string): void {
  within?.closest('form')?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
