import { Link } from 'react-router'
import { Card } from '#web/ui/card.tsx'

/** A card in the settings that links to the Team page. */
export function TeamCard() {
  return (
    <Card title="Team" description="Invite people, and decide what each person may see and do.">
      <p className="text-sm">
        <Link
          to="/settings/team"
          className="hit-area font-medium text-accent-strong underline underline-offset-2"
        >
          Manage team
        </Link>
      </p>
    </Card>
  )
}
