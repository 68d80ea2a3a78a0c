# Orca runs this file when it starts. It writes what Orca says to HEARD_FILE, one JSON text a line.
import json
import logging
import os
import re

from orca import settings, speech

# No speech server: nobody listens to sound.
settings.speechServerFactory = "none"
settings.speechFactoryModules = []
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False
settings.enableEchoByCharacter = True
# After a reload, Orca may take 1 to 6 for its keys to headings before it says that a field has the focus.
settings.structuralNavigationEnabled = False
heard = open(os.environ["HEARD_FILE"], "a", buffering=1)


class Listener(logging.Handler):
    def emit(self, record):
        said = re.search(r"^SPEECH OUTPUT: '(.*?)'( voice=\S+| \{.*)?$", record.getMessage(), re.DOTALL)
        if said:
            heard.write(json.dumps(said.group(1)) + "\n")


speech.log.addHandler(Listener())
speech.log.setLevel(logging.INFO)
speech.log.propagate = False
stop = speech.stop


def stop_and_tell():
    heard.write("null\n")
    stop()


speech.stop = stop_and_tell
