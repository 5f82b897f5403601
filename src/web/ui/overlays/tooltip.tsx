import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type TooltipProps = {
  text: string
  children: ReactNode
  side?: 'top' | 'right'
  /** Milliseconds before it shows; 700 by default (SPEC A9). */
  delay?: number
}

const SKIP_DELAY_MS = 300
const DELAY_MS = 700

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

export function Tooltip({ text, children, side = 'top', delay = DELAY_MS }: TooltipProps) {
  return (
    <Radix.Root delayDuration={delay}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          // Lets clicks through: it may cover the button of the row above (styles.css).
          data-tooltip
          className="z-60 max-w-72 rounded-md bg-ink px-2 py-1 text-xs wrap-anywhere text-surface shadow-md"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
