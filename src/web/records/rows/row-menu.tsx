import { DropdownMenu } from 'radix-ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { linkProps, type RowAction } from './row-action.tsx'

export type RowMenuProps = { actions: RowAction[]; anchor: HTMLElement; onClose: () => void }

const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11'

/** The open menu of one row (SPEC C55). All rows share it: a closed menu in each row would slow the list. */
export function RowMenu({ actions, anchor, onClose }: RowMenuProps) {
  const chosen = useRef<() => void>(undefined)
  const { left, top, width, height } = anchor.getBoundingClientRect()
  const close = useEffectEvent(onClose)

  // The menu does not move with its row.
  useEffect(() => {
    const onScroll = () => close()
    addEventListener('scroll', onScroll, { capture: true, once: true })
    return () => removeEventListener('scroll', onScroll, { capture: true })
  }, [])

  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden
          className="pointer-events-none fixed"
          style={{ left, top, width, height }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        aria-label={anchor.getAttribute('aria-label') ?? anchor.textContent}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-lg"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          anchor.focus()
          // A dialog that opened earlier would lose the focus to the button.
          chosen.current?.()
        }}
      >
        {actions.map((action) => (
          <DropdownMenu.Item
            key={action.text}
            asChild={'to' in action}
            className={ITEM}
            onSelect={() => {
              if ('onClick' in action) chosen.current = action.onClick
            }}
          >
            {'to' in action ? (
              <Link {...linkProps(action)}>
                <ItemText action={action} />
              </Link>
            ) : (
              <ItemText action={action} />
            )}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function ItemText({ action: { Icon, text } }: { action: RowAction }) {
  return (
    <>
      <Icon aria-hidden className="size-4 text-muted" />
      {text}
    </>
  )
}
