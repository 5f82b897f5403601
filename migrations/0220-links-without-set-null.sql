-- A database on several machines allows no "set null" in a link that begins with the account (SPEC C257). The store clears the
-- links before it deletes a record, and counts each as a change.
alter table trucks drop constraint trucks_driver_id_fkey;
alter table trucks add constraint trucks_driver_id_fkey foreign key (user_id, driver_id) references drivers (user_id, id);
alter table trucks drop constraint trucks_owner_id_fkey;
alter table trucks add constraint trucks_owner_id_fkey foreign key (user_id, owner_id) references owners (user_id, id);
alter table loads drop constraint loads_broker_id_fkey;
alter table loads add constraint loads_broker_id_fkey foreign key (user_id, broker_id) references brokers (user_id, id);
alter table loads drop constraint loads_dispatcher_id_fkey;
alter table loads add constraint loads_dispatcher_id_fkey
  foreign key (user_id, dispatcher_id) references dispatchers (user_id, id);
alter table loads drop constraint loads_driver2_id_fkey;
alter table loads add constraint loads_driver2_id_fkey foreign key (user_id, driver2_id) references drivers (user_id, id);
alter table loads drop constraint loads_driver_id_fkey;
alter table loads add constraint loads_driver_id_fkey foreign key (user_id, driver_id) references drivers (user_id, id);
alter table loads drop constraint loads_truck_id_fkey;
alter table loads add constraint loads_truck_id_fkey foreign key (user_id, truck_id) references trucks (user_id, id);

-- Only drafts are deleted, and a draft is never billed again.
alter table invoices drop constraint invoices_rebills_id_fkey;
alter table invoices add constraint invoices_rebills_id_fkey
  foreign key (user_id, rebills_id) references invoices (user_id, id);

-- The trigger that deletes documents clears their links first (0221).
alter table documents drop constraint documents_replaces_id_fkey;
alter table documents add constraint documents_replaces_id_fkey
  foreign key (user_id, replaces_id) references documents (user_id, id);
