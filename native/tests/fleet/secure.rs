//! Connections to a server with authentication and TLS; and the errors where they fail.

use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair as CertificateKey};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Ended, run, start};
use crate::server::NatsServer;

const GAMES: [&str; 9] =
    ["series", "connect-four", "builtin:tactician", "builtin:random", "--games", "200", "--seed", "2", "-q"];

/// A folder with an authority, and a certificate of it for this computer.
struct Certificates(TempDir);

impl Certificates {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let params = |names: &[&str], name: &str| {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            let mut params = CertificateParams::new(names).expect("names");
            params.distinguished_name.push(DnType::CommonName, name);
            params
        };
        let mut authority = params(&[], "an authority");
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = CertificateKey::generate().expect("a key");
        let own = authority.self_signed(&key).expect("a certificate");
        let issuer = Issuer::new(authority, key);
        let server_key = CertificateKey::generate().expect("a key");
        let server = params(&["127.0.0.1", "localhost"], "a server").signed_by(&server_key, &issuer);
        let files = [
            ("ca.pem", own.pem()),
            ("server.pem", server.expect("a certificate").pem()),
            ("server.key", server_key.serialize_pem()),
        ];
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("it can be written");
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("text").to_owned()
    }

    /// The part of a server's configuration for them.
    fn configuration(&self) -> String {
        // By default, servers end a greeting after two seconds: too soon for a busy computer.
        let [certificate, key] = ["server.pem", "server.key"].map(|name| self.path(name));
        format!("tls {{ cert_file: \"{certificate}\", key_file: \"{key}\", timeout: 60 }}\n")
    }
}

/// A token that `issuer` has signed, as NATS reads it.
fn sign(issuer: &KeyPair, subject: &KeyPair, name: &str, claims: &Value) -> String {
    let encode = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let head = encode(&json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let (issuer_name, subject) = (issuer.public_key(), subject.public_key());
    let body =
        json!({ "jti": name, "iat": 1_700_000_000, "iss": issuer_name, "name": name, "sub": subject, "nats": claims });
    let signed = format!("{head}.{}", encode(&body));
    let signature = issuer.sign(signed.as_bytes()).expect("it can sign");
    format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

/// An operator with an account for fleets: its part of a server's configuration, and a file of
/// credentials for a user of it, as `nsc` writes both.
fn operator_and_user(folder: &Path) -> (String, PathBuf) {
    let (operator, system, account, user) =
        (KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_account(), KeyPair::new_user());
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
        "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1
    });
    let account_claims = json!({ "limits": limits, "type": "account", "version": 2 });
    let bare = json!({ "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1 });
    let system_claims = json!({ "limits": bare, "type": "account", "version": 2 });
    let user_claims =
        json!({ "pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2 });
    let own = sign(&operator, &operator, "operator", &json!({ "type": "operator", "version": 2 }));
    let [system_token, token] = [(&system, "system", &system_claims), (&account, "fleet", &account_claims)]
        .map(|(key, name, claims)| sign(&operator, key, name, claims));
    let (system, name) = (system.public_key(), account.public_key());
    let configuration = format!(
        "operator: {own}\nsystem_account: {system}\nresolver: MEMORY\nresolver_preload: {{\n  {system}: {system_token}\n  {name}: {token}\n}}\n"
    );
    let path = folder.join("user.creds");
    let token = sign(&account, &user, "user", &user_claims);
    let seed = user.seed().expect("a seed");
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n{seed}\n\
         ------END USER NKEY SEED------\n"
    );
    fs::write(&path, text).expect("it can be written");
    (configuration, path)
}

/// A fleet of one worker plays the same games as one computer.
fn play(url: &str, options: &[&str]) {
    let alone = run(&GAMES);
    let mut worker = start(&[&["worker", "--nats", url, "--name", "w", "--threads", "1"], options].concat());
    worker.wait_until_said("worker w plays one game at once");
    let ended = run(&[&GAMES[..], &["--nats", url], options].concat());
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    worker.kill();
}

#[track_caller]
fn check_refused(ended: &Ended, status: i32, parts: &[&str]) {
    assert_eq!((ended.status, &*ended.stdout), (Some(status), ""), "{}", ended.stderr);
    for part in parts {
        assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
}

pub fn a_fleet_plays_over_tls_with_credentials() {
    let certificates = Certificates::new();
    let (operator, creds) = operator_and_user(certificates.0.path());
    let server = NatsServer::start_with(&(certificates.configuration() + &operator));
    let (url, ca) = (format!("tls://{}", server.authority()), certificates.path("ca.pem"));
    let creds = creds.to_str().expect("text");
    play(&url, &["--ca", &ca, "--creds", creds]);
    // A server that has TLS requires it.
    play(&server.url(), &["--ca", &ca, "--creds", creds]);
    let unknown = run(&["fleet", "--nats", &url, "--creds", creds]);
    check_refused(&unknown, 1, &["there is no safe way", "certificate", "--ca"]);
    let nobody = run(&["fleet", "--nats", &url, "--ca", &ca]);
    check_refused(&nobody, 1, &["does not let this program in", "--creds"]);
}

pub fn a_key_alone_lets_its_user_in() {
    let (folder, user) = (tempfile::tempdir().expect("a folder"), KeyPair::new_user());
    let path = folder.path().join("user.nk");
    fs::write(&path, user.seed().expect("a seed")).expect("it can be written");
    let configuration = format!("authorization {{ users: [ {{ nkey: {} }} ] }}\n", user.public_key());
    let server = NatsServer::start_with(&configuration);
    play(&server.url(), &["--creds", path.to_str().expect("text")]);
    fs::write(&path, KeyPair::new_user().seed().expect("a seed")).expect("it can be written");
    let other = run(&["fleet", "--nats", &server.url(), "--creds", path.to_str().expect("text")]);
    check_refused(&other, 1, &["does not let this program in"]);
    fs::write(&path, "nothing").expect("it can be written");
    let no_key = run(&["fleet", "--nats", &server.url(), "--creds", path.to_str().expect("text")]);
    check_refused(&no_key, 5, &["neither a user's JWT nor the seed"]);
}

pub fn errors_say_what_is_wrong_with_the_way() {
    let server = NatsServer::start();
    let other = run(&["fleet", "--nats", &format!("http://{}", server.authority())]);
    check_refused(&other, 2, &["is not an address of a NATS server", "`http` is another protocol"]);
    let no_tls = run(&["fleet", "--nats", &format!("tls://{}", server.authority())]);
    check_refused(&no_tls, 1, &["does not speak TLS", "its address begins with nats://"]);
    let empty = run(&["fleet", "--nats", ""]);
    check_refused(&empty, 2, &["is not an address of a NATS server (it is empty)"]);
    let no_file = run(&["fleet", "--nats", &server.url(), "--ca", "/does/not/exist.pem"]);
    check_refused(&no_file, 5, &["/does/not/exist.pem"]);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    std::thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            // The client may have disconnected.
            let _ = client.write_all(b"SSH-2.0-OpenSSH_9.2p1\r\n");
        }
    });
    let other = run(&["fleet", "--nats", &format!("nats://127.0.0.1:{port}")]);
    check_refused(&other, 1, &["is not a NATS server"]);
}
