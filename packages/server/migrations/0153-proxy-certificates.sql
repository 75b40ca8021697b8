-- Proxies may prove themselves with a client certificate: null for those that have a secret.
UPDATE site_access SET proxy = proxy || '{"certificateSubject": null}' WHERE proxy IS NOT NULL;
