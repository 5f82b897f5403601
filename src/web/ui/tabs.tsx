import { CircleAlert } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { TAB, TAB_ROW } from './tab-style.tsx'

type TabsProps = {
  value: string
  onChange: (value: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
  onPaste?: ((event: ClipboardEvent) => void) | undefined
  /** `marked`: the tab has an error. */
  tabs: { value: string; label: string; marked?: boolean; content: ReactNode }[]
}

/** Hidden panels stay mounted and keep what was typed. */
export function Tabs({ value, onChange, onKeyDown, onPaste, tabs }: TabsProps) {
  return (
    <Radix.Root
      value={value}
      onValueChange={onChange}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className="grid gap-4"
    >
      <Radix.List className={TAB_ROW}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={TAB}>
            {tab.label}
            {tab.marked && (
              <CircleAlert aria-label="has an error" className="size-4 text-danger-ink" />
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} forceMount hidden={tab.value !== value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
