import { Fragment } from 'react'

/** Lets a long email wrap after the @ instead of inside a word. */
const AT_SIGN = (
  <>
    @<wbr />
  </>
)

/** At most two lines, with the full text as a tooltip: a long name must not push the rows below out of sight. */
export function TwoLines({ children }: { children: string }) {
  return (
    <span title={children} className="line-clamp-2 max-w-72 wrap-break-word max-md:wrap-anywhere">
      {children.split('@').map((part, at) => (
        <Fragment key={at}>
          {at > 0 && AT_SIGN}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
