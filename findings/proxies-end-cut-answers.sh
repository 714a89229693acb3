#!/usr/bin/env bash
# Reverse proxies between a client and a service that sends an answer in chunks, without its length,
# and breaks its connection in the middle of it.
#
# Expected: the client sees that the answer is not whole: a chunked answer without its last chunk by
# HTTP/1.1 (curl exits with 18), a reset stream by HTTP/2 (curl exits with 92).
# Seen with Debian 12's packages: Caddy 2.6.2 ends the answer in order by HTTP/1.1 and by HTTP/2,
# HAProxy 2.6.12 by HTTP/2 alone, and nginx 1.22.1 wherever its configuration leaves the version for
# the service at its default, HTTP/1.0. curl exits with 0 and has a part of the file. Apache 2.4
# passes the cut on by both versions.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  apt-get install -y --no-install-recommends caddy=2.6.2-5 'haproxy=2.6.12-*' 'nginx-light=1.22.1-*' 'apache2-bin=2.4.*' openssl curl nodejs >/dev/null
fi
for program in /usr/bin/caddy /usr/sbin/haproxy /usr/sbin/nginx /usr/sbin/apache2; do
  [ -x "$program" ] || { echo "$program is missing"; exit 2; }
done
cd "$(mktemp -d)"
chmod 755 .
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$PWD"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=a.test \
  -addext 'subjectAltName=DNS:a.test' -keyout key.pem -out cert.pem 2>/dev/null
chmod 644 key.pem
cat cert.pem key.pem >both.pem

cat >service.mjs <<'JS'
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
const service = createServer(async (request, response) => {
  response.setHeader('Content-Type', 'text/csv');
  for (let line = 0; line < 4000; line += 200) {
    response.write('a line of a file\n'.repeat(200));
    await setTimeout(10);
  }
  if (request.url === '/cut') request.socket.destroy();
  else response.end();
});
service.listen(0, '127.0.0.1', () => console.log(service.address().port));
JS
node service.mjs >port &
until [ -s port ]; do sleep 0.1; done
to=127.0.0.1:$(cat port)

cat >Caddyfile <<CONF
{
	admin off
	auto_https disable_redirects
}
a.test:17441 {
	tls $PWD/cert.pem $PWD/key.pem
	reverse_proxy $to
}
CONF
cat >haproxy.cfg <<CONF
defaults
    mode http
    timeout connect 5s
    timeout client 30s
    timeout server 30s
frontend https
    bind 127.0.0.1:17442 ssl crt $PWD/both.pem alpn h2,http/1.1
    default_backend service
backend service
    server service $to
CONF
cat >nginx.conf <<CONF
daemon off;
pid $PWD/nginx.pid;
error_log $PWD/nginx.log;
events {}
http {
  access_log off;
  ssl_certificate $PWD/cert.pem;
  ssl_certificate_key $PWD/key.pem;
  client_body_temp_path $PWD/a; proxy_temp_path $PWD/b; fastcgi_temp_path $PWD/c; uwsgi_temp_path $PWD/d; scgi_temp_path $PWD/e;
  server {
    listen 127.0.0.1:17443 ssl http2;
    location / { proxy_pass http://$to; }
  }
}
CONF
modules=/usr/lib/apache2/modules
cat >apache.conf <<CONF
ServerRoot $PWD
ServerName a.test
PidFile $PWD/apache.pid
ErrorLog $PWD/apache.log
Listen 127.0.0.1:17444 https
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule proxy_module $modules/mod_proxy.so
LoadModule proxy_http_module $modules/mod_proxy_http.so
LoadModule ssl_module $modules/mod_ssl.so
LoadModule http2_module $modules/mod_http2.so
Protocols h2 http/1.1
SSLEngine on
SSLCertificateFile $PWD/cert.pem
SSLCertificateKeyFile $PWD/key.pem
ProxyPass / http://$to/ flushpackets=on
CONF
if [ "$(id -u)" = 0 ]; then printf 'User nobody\nGroup nogroup\n' >>apache.conf; fi
export HOME=$PWD XDG_DATA_HOME=$PWD XDG_CONFIG_HOME=$PWD
caddy run --config Caddyfile --adapter caddyfile >caddy.log 2>&1 &
/usr/sbin/haproxy -db -f haproxy.cfg >haproxy.log 2>&1 &
/usr/sbin/nginx -c "$PWD/nginx.conf" 2>nginx-start.log &
/usr/sbin/apache2 -DFOREGROUND -f "$PWD/apache.conf" 2>apache-start.log &

ask() { # the way, the port, the path: the exit code of curl
  local code=0
  curl -s "$1" --cacert cert.pem --resolve "a.test:$2:127.0.0.1" "https://a.test:$2/$3" -o file || code=$?
  echo "$code"
}
for port in 17441 17442 17443 17444; do
  for _ in $(seq 100); do
    [ "$(ask --http1.1 "$port" whole)" = 0 ] && [ "$(wc -l <file)" = 4000 ] && break
    sleep 0.2
  done
done

is_as_seen=yes
see() { # the name, the port, the codes by HTTP/1.1 and HTTP/2 that were seen
  local one two
  one=$(ask --http1.1 "$2" cut); two=$(ask --http2 "$2" cut)
  echo "$1: a cut file, curl exits with $one by HTTP/1.1 and $two by HTTP/2"
  [ "$one $two" = "$3 $4" ] || is_as_seen=no
}
echo "caddy $(caddy version | cut -d' ' -f1), $(haproxy -v | head -1 | cut -d' ' -f1-3), $(nginx -v 2>&1), $(apache2 -v | head -1)"
see Caddy 17441 0 0
see HAProxy 17442 18 0
see nginx 17443 0 0
see Apache 17444 18 92
[ "$is_as_seen" = yes ] && echo 'as seen: behind three of four a part of a file looks whole'
