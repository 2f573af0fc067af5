# Password hashes.
[
  ['secret', '$2b$05$abcdefghijklmnopqrstuu'], ['', '$2a$04$......................'],
  ["p\u00e4ss", '$2x$04$ABCDEFGHIJKLMNOPQRSTUO'], ["p\u00e4ss", '$2y$04$ABCDEFGHIJKLMNOPQRSTUV'],
  ['x' * 80, '$2b$04$0123456789abcdefghijkl'], ['secret', '$2b$03$abcdefghijklmnopqrstuu'],
  ['secret', '$2b$05$abc'], ['secret', '$2b$5$abcdefghijklmnopqrstuu'],
  ['secret', '$2c$05$abcdefghijklmnopqrstuu'], ['secret', '$6$saltsalt'], ['secret', '$5$rounds=1000$x']
].each { |key, salt| puts key.crypt(salt) }
