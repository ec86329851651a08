// The floor for typing: a program in raw mode that writes every key back.
process.stdin.setRawMode(true);
process.stdout.write('› ');
process.stdin.on('data', keys => process.stdout.write(keys.toString().replaceAll('\u007f', '\b \b')));
