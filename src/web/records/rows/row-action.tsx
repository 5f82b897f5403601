import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'

/** An action on a row: an icon in the row, and a text in the row's menu (SPEC C55). */
export type RowAction = {
  /** The text in the menu: "Edit". */
  text: string
  /** The icon's tooltip and accessible name: "Edit L-1". */
  label: string
  Icon: LucideIcon
  /** Below 1280 px the action is only in the menu. */
  wideOnly?: true
  /** For a rare action: only in the menu, without an icon in the row. */
  menuOnly?: true
} & ({ onClick: () => void } | { to: string; newTab?: true })

/** `anchor`: the button that opens the menu and gets the focus back. */
export type OpenMenu = (actions: RowAction[], anchor: HTMLElement) => void

type RowActionsProps = { actions: RowAction[]; name: string; onMenu: OpenMenu }

/** Small for a mouse, so that rows stay low; large for touch. */
const SIZE = 'pointer-coarse:size-11 pointer-fine:size-8'

/** `name`: the record's label. A single action needs no menu. Below 1100 px the menu has all of several (SPEC C544). */
export function RowActions({ actions, name, onMenu }: RowActionsProps) {
  const shown = actions.filter(({ menuOnly }) => !menuOnly)
  const hasMenu = actions.length > 1
  return (
    <div className="flex shrink-0 justify-end">
      {shown.map((action) => (
        <div
          key={action.text}
          className={action.wideOnly ? 'max-xl:hidden' : classes(hasMenu && 'max-[1100px]:hidden')}
        >
          <ActionIcon action={action} />
        </div>
      ))}
      {hasMenu && (
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={`More actions for ${name}`}
          className={classes('grid place-items-center rounded-md hover:bg-hover', SIZE)}
          onClick={(event) => onMenu(actions, event.currentTarget)}
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}

export function ActionIcon({ action }: { action: RowAction }) {
  const { label, Icon } = action
  const icon = <Icon aria-hidden className="size-4" />
  if ('onClick' in action)
    return (
      <IconButton label={label} className={SIZE} onClick={action.onClick}>
        {icon}
      </IconButton>
    )
  return (
    <Tooltip text={label}>
      <Link
        aria-label={label}
        className={classes('grid place-items-center rounded-md hover:bg-hover', SIZE)}
        {...linkProps(action)}
      >
        {icon}
      </Link>
    </Tooltip>
  )
}

/** A link to a file opens in a new tab and is not a route of the app. */
export function linkProps({ to, newTab }: { to: string; newTab?: true }) {
  return newTab ? { to, target: '_blank', reloadDocument: true } : { to }
}
