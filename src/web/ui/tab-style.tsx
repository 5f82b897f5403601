/** How tabs look: the screens of a place, and the parts of a form. */

/** On a phone the row scrolls sideways. It is `relative`, so that text for screen readers scrolls with it. */
export const TAB_ROW =
  'relative flex gap-1 border-b border-line max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:[&>*]:shrink-0'

export const TAB =
  'flex min-h-8 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11 aria-[current=page]:border-accent aria-[current=page]:text-ink data-[state=active]:border-accent data-[state=active]:text-ink'

/** A part of what a screen shows: a view of a list, a step of billing. Set `aria-current` at the one that is shown. */
export const PART =
  'inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 aria-[current]:bg-accent-soft aria-[current]:text-accent-strong'

/** The number of open items behind a tab or a place. Nothing at 0. */
export function TabCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="rounded-full bg-neutral-soft px-1.5 text-xs font-medium text-ink tabular-nums">
      {count.toLocaleString('en-US')}
      <span className="sr-only"> open</span>
    </span>
  )
}
