import { Link } from 'react-router'
import type { WaitingCards as Waiting } from '#core/settlements/cards/waiting.ts'
import { Notice } from '#web/settlements/notice.tsx'

/** The card purchases of a run that no settlement can take, and why (SPEC C576). */
export function WaitingCardsNotice({ cards }: { cards: Waiting[] }) {
  if (cards.length === 0) return null
  return (
    <Notice aria-label="Card purchases">
      <WaitingList cards={cards} />
    </Notice>
  )
}

export function WaitingList({ cards }: { cards: Waiting[] }) {
  return (
    <ul className="grid gap-1">
      {cards.map(({ text }) => (
        <li key={text} className="wrap-anywhere">
          {text}.{' '}
          <Link className="font-medium underline" to="/fuel-and-tolls">
            Review
          </Link>
        </li>
      ))}
    </ul>
  )
}
