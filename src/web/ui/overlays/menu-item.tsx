import type { ReactNode } from 'react'

type MenuItemProps = { onClick: () => void; children: ReactNode }

/** A choice in a popover. */
export function MenuItem({ onClick, children }: MenuItemProps) {
  return (
    <button
      type="button"
      className="min-h-8 w-full rounded-sm px-2 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
