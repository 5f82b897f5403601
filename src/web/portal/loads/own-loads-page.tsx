import { useInfiniteQuery } from '@tanstack/react-query'
import type { OwnLoad } from '#core/portal/responses.ts'
import { Empty, Loaded, OlderButton } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useMessages } from '#web/portal/portal-user.ts'
import { loadsQuery } from '#web/portal/queries.ts'
import { LoadCard } from './load-card.tsx'

/** The loads of the driver or of the owner's trucks: current ones first. */
export function OwnLoadsPage() {
  const messages = useMessages()
  const query = useInfiniteQuery(loadsQuery)
  return (
    <PortalPage title={messages.loads}>
      <Loaded query={query}>
        {({ pages }) => {
          const loads = pages.flatMap((page) => page.loads)
          if (loads.length === 0) return <Empty {...messages.noLoads} />
          const isDelivered = ({ deliveryStatus }: OwnLoad) => deliveryStatus === 'delivered'
          return (
            <>
              <Group
                title={messages.currentLoads}
                loads={loads.filter((load) => !isDelivered(load))}
              />
              <Group title={messages.deliveredLoads} loads={loads.filter(isDelivered)} />
            </>
          )
        }}
      </Loaded>
      <OlderButton query={query} />
    </PortalPage>
  )
}

function Group({ title, loads }: { title: string; loads: OwnLoad[] }) {
  if (loads.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      <ul className="grid gap-2">
        {loads.map((load) => (
          <li key={load.id}>
            <LoadCard load={load} />
          </li>
        ))}
      </ul>
    </section>
  )
}
