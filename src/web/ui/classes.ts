/** Joins class names and leaves out false, null and undefined. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** Colors a `<progress>`. Firefox names its parts differently from other browsers. */
export const PROGRESS_BAR =
  'h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-neutral-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent'
