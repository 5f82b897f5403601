/** Two lines at most, the whole on hovering: one long name must not push the rows below it out of sight. */
export function TwoLines({ children }: { children: string }) {
  return (
    <span title={children} className="line-clamp-2 max-w-72 wrap-break-word max-md:wrap-anywhere">
      {children}
    </span>
  )
}
