import { ChevronDown, Plus } from 'lucide-react'
import type { Ref } from 'react'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { useRowMenu } from '#web/records/rows/use-row-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ariaKeys } from '#web/ui/shortcuts.ts'

type AddButtonProps = {
  ref?: Ref<HTMLButtonElement>
  /** "Load". */
  singular: string
  moreWays?: RowAction[] | undefined
  onAdd: () => void
}

/** Opens the form of a new record. The part at the right opens a menu of other ways (SPEC C480). */
export function AddButton({ ref, singular, moreWays, onAdd }: AddButtonProps) {
  const { openMenu, menu } = useRowMenu()
  return (
    <div className="flex">
      <Button
        ref={ref}
        aria-keyshortcuts={ariaKeys('add')}
        className={classes(moreWays && 'rounded-r-none')}
        onClick={onAdd}
      >
        <Plus aria-hidden className="size-4" />
        <span>
          Add <span className="max-sm:sr-only">{singular}</span>
        </span>
      </Button>
      {moreWays && (
        <Button
          aria-haspopup="menu"
          aria-label={`More ways to add a ${singular.toLowerCase()}`}
          className="ml-px rounded-l-none px-2"
          onClick={(event) => openMenu(moreWays, event.currentTarget)}
        >
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      )}
      {menu}
    </div>
  )
}
