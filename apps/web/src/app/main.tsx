document.body.append('…');
