//! `pupa modules install` from a Forge: answers of version 3 of the protocol, served on this machine.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::{Arc, Mutex};

use crate::sandbox::Sandbox;

/// A server with an answer for each path, which counts the requests.
struct Forge {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Forge {
    fn serve(answers: Vec<(String, Vec<u8>)>) -> Forge {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                answer(stream, &answers, &log);
            }
        });
        Forge { address, requests }
    }
}

fn answer(mut stream: TcpStream, answers: &[(String, Vec<u8>)], log: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let request = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    log.lock().unwrap().push(path.clone());
    let (status, body) = match answers.iter().find(|(known, _)| *known == path) {
        Some((_, body)) => ("200 OK", body.as_slice()),
        None => ("404 Not Found", &b"{}"[..]),
    };
    let head =
        format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

/// The archive of a module, with its checksum.
fn archive(sandbox: &Sandbox, version: &str) -> (Vec<u8>, String) {
    let script = format!(
        "mkdir -p saz-sudo-{version}/manifests
         echo 'class sudo {{ notify {{ \"sudo {version}\": }} }}' > saz-sudo-{version}/manifests/init.pp
         echo '{{\"name\": \"saz-sudo\", \"version\": \"{version}\", \"author\": \"saz\", \"source\": \"-\", \
         \"license\": \"-\", \"dependencies\": []}}' > saz-sudo-{version}/metadata.json
         tar -czf {version}.tar.gz saz-sudo-{version}
         sha256sum {version}.tar.gz"
    );
    let done =
        Command::new("sh").args(["-ec", &script]).current_dir(sandbox.root()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let bytes = std::fs::read(sandbox.root().join(format!("{version}.tar.gz"))).unwrap();
    let checksum = String::from_utf8(done.stdout).unwrap();
    (bytes, checksum.split(' ').next().unwrap_or_default().to_owned())
}

fn release(version: &str, checksum: &str) -> String {
    format!(
        r#"{{"version": "{version}", "file_uri": "/v3/files/saz-sudo-{version}.tar.gz", "file_sha256": "{checksum}"}}"#
    )
}

#[test]
fn modules_are_installed_from_a_forge() {
    if Command::new("curl").arg("--version").output().is_err() {
        eprintln!("skipped: there is no curl");
        return;
    }
    let sandbox = Sandbox::new(&[
        ("environment.conf", ""),
        ("Puppetfile", "mod 'saz/sudo', '8.0.0'\n"),
        ("manifests/site.pp", "include sudo\n"),
    ]);
    let (old, old_sum) = archive(&sandbox, "8.0.0");
    let (new, new_sum) = archive(&sandbox, "9.0.0");
    let (wrong, _) = archive(&sandbox, "9.1.0");
    let current = format!(r#"{{"current_release": {}}}"#, release("9.0.0", &new_sum));
    let forge = Forge::serve(vec![
        ("/v3/releases/saz-sudo-8.0.0".to_owned(), release("8.0.0", &old_sum).into_bytes()),
        ("/v3/releases/saz-sudo-9.1.0".to_owned(), release("9.1.0", &new_sum).into_bytes()),
        ("/v3/modules/saz-sudo".to_owned(), current.into_bytes()),
        ("/v3/files/saz-sudo-8.0.0.tar.gz".to_owned(), old),
        ("/v3/files/saz-sudo-9.0.0.tar.gz".to_owned(), new),
        ("/v3/files/saz-sudo-9.1.0.tar.gz".to_owned(), wrong),
    ]);
    let install = |args: &[&str]| {
        let all = ["modules", "install", "--cache-dir", "cache", "--forge", &forge.address];
        sandbox.run(&[&all, args].concat())
    };
    let installed = || sandbox.run(&["compile", "--node", "a", "--format", "text"]).out;

    install(&[]).expect(0, "", "installed saz-sudo 8.0.0\n1 module installed, 0 kept\n");
    assert!(installed().contains("sudo 8.0.0"), "{}", installed());
    // An installed module is not asked for again, and the cache answers where it can.
    let asked = forge.requests.lock().unwrap().len();
    install(&[]).expect(0, "", "0 modules installed, 1 kept\n");
    assert_eq!(forge.requests.lock().unwrap().len(), asked);
    install(&["--force"]).expect(0, "", "installed saz-sudo 8.0.0\n1 module installed, 0 kept\n");
    assert_eq!(forge.requests.lock().unwrap().len(), asked + 1);

    sandbox.write("Puppetfile", b"mod 'saz/sudo', :latest\n");
    install(&[]).expect(0, "", "installed saz-sudo 9.0.0\n1 module installed, 0 kept\n");
    // An archive with another checksum changes nothing.
    sandbox.write("Puppetfile", b"mod 'saz/sudo', '9.1.0'\n");
    let ran = install(&[]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("error: saz-sudo: the checksum of "), "{}", ran.err);
    assert!(installed().contains("sudo 9.0.0"), "{}", installed());
    sandbox.write("Puppetfile", b"mod 'saz/sudo', '7.0.0'\n");
    let ran = install(&[]);
    assert!(ran.err.contains("error: saz-sudo: cannot read http://127.0.0.1:"), "{}", ran.err);
}
