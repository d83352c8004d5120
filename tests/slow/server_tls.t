#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A store on a server with TLS: its certificate is trusted, or a clear line tells that it is not.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
port=$((20000 + RANDOM % 20000))
export CONF="listen_addresses = '127.0.0.1'
port = $port"
# shellcheck source=tests/cli/server_lib.sh
. "$(dirname "$0")/../cli/server_lib.sh"
url="$url&port=$port"
data=$scratch/server/data

# an authority, a certificate for localhost by it, and another authority that nobody has asked
authority() { # NAME
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.crt" \
        2>openssl.log
}
authority ours
authority others
openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr 2>openssl.log
openssl x509 -req -days 2 -in server.csr -CA ours.crt -CAkey ours.key -CAcreateserial \
    -extfile <(echo subjectAltName=DNS:localhost) -out server.crt 2>openssl.log

tls() { # NAME_OF_HOST AUTHORITY
    echo "postgresql://kanju@$1:$port/postgres?sslmode=verify-full&sslrootcert=$scratch/$2.crt&hostaddr=127.0.0.1"
}
run 5 batch --status "$(tls localhost ours)"
err_has 'server does not support SSL'
err_lines 1
cp server.crt server.key "$data"
[ "$(id -u)" -ne 0 ] || chown postgres: "$data/server.crt" "$data/server.key"
chmod 600 "$data/server.key"
sql 'ALTER SYSTEM SET ssl = on'
"$postgres" crash "$scratch/server"
"$postgres" start "$scratch/server" >/dev/null

options=(--memory 64 --threads 1 --budgets "300n,3kn" "$puzzles/shogi")
run 4 batch --store one.kdb "${options[@]}"
run 0 batch --store "$(tls localhost ours)" --enqueue "${options[@]}"
run 0 work --threads 2 --memory 128 "$(tls localhost ours)"
holds 'the report is that of one machine' same_reports one.kdb "$url"
holds 'and over TLS the same' same_reports one.kdb "$(tls localhost ours)"

# who is not trusted: nothing is sent, and nothing is tried again
for command in "batch --status" "work" "report"; do
    # shellcheck disable=SC2086 # words
    run 5 $command "$(tls localhost others)"
    err_has 'certificate verify failed'
    err_lines 1
done
run 5 work "$(tls elsewhere ours)"
err_has 'server certificate for "localhost" does not match host name "elsewhere"'
err_lines 1
run 5 work "$(tls localhost nobody)"
err_has 'nobody.crt'
err_lines 1

# a certificate that is no more the one it was while a worker is at it
run 4 batch --store "$url" --enqueue --memory 64 --threads 1 --budgets 100Mn "$puzzles/shogi"
"$KANJU" work --threads 1 --memory 64 "$(tls localhost ours)" >log 2>&1 &
pid=$!
until_true 'SELECT count(*)>0 FROM kanju.work WHERE state=1'
cp others.crt "$data/server.crt"
cp others.key "$data/server.key"
"$postgres" crash "$scratch/server"
"$postgres" start "$scratch/server" >/dev/null
wait $pid
holds 'the worker ends with a failure' test $? -eq 5
holds 'and says that it is the certificate' grep -q 'certificate verify failed' log
done_testing
