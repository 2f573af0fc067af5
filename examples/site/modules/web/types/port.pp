# A port that needs no privileges.
type Web::Port = Integer[1024, 65535]
