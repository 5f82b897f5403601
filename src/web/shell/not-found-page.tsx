import { Page } from '#web/ui/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="404 Page Not Found">
      <p className="text-sm text-muted">Did you forget to add the page to the router?</p>
    </Page>
  )
}
