import { Link } from 'react-router'
import { Page } from '#web/ui/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="404 Page Not Found">
      <p className="text-sm text-muted">Did you forget to add the page to the router?</p>
      <Link className="justify-self-start text-sm font-medium text-accent-strong underline" to="/">
        Go to the dashboard
      </Link>
    </Page>
  )
}
