import { Fragment } from 'react'

/** An email that is too long for its line goes on after the @, not in the middle of a word. */
const AT_SIGN = (
  <>
    @<wbr />
  </>
)

/** Two lines at most, the whole on hovering: one long name must not push the rows below it out of sight. */
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
