-- Layouts of brokers' rate confirmations that members taught by pointing at values (SPEC C145).
create table taught_layouts (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  -- Its name, to show. It has no link to a broker: papers are recognized by what they print.
  broker text not null,
  -- How its papers are recognized, and the anchor of each field.
  layout jsonb not null constraint taught_layouts_layout_check check (octet_length(layout::text) <= 64000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create trigger taught_layouts_touch_audit after insert or update or delete on taught_layouts
  for each row execute function touch_audit('broker');
