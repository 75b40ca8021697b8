-- Groups in which members read sites with the access mode members.
alter table members add column reader_groups text[] not null default '{}';
