-- Brokers have a status. A broker with invoices can't be deleted; it becomes inactive (SPEC C356, C357).
alter table brokers add column status text not null default 'active';
alter table brokers add constraint brokers_status_check check (status in ('active', 'inactive'));
