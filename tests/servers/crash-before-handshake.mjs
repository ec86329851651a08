// Dies before it has said a word.
console.error('cannot read config.toml');
console.error('giving up');
process.exit(3);
