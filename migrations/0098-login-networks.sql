-- The networks from which a user has logged in (SPEC C38). network is a hash.

create table login_networks (
  user_id uuid not null references users (id) on delete cascade,
  network text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, network)
);
