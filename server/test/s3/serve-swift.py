"""OpenStack Swift with its S3 interface, all four servers in one process, objects in memory: serve-swift.py FOLDER PORT"""
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.common import storage_policy, utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

HOME, PORT = sys.argv[1], int(sys.argv[2])
STORES = ['account', 'container', 'object']

COMMON = """[DEFAULT]
swift_dir = {home}
devices = {home}
mount_check = false
log_address = /dev/null
"""
STORE = """[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{egg}
"""
PROXY = """[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
# Nobody is there; it only has to be asked.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
log_address = /dev/null
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_recordings = secret-of-the-tests .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
"""


def write(name, text):
    path = os.path.join(HOME, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


utils.SWIFT_CONF_FILE = write(
    'swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n')
utils.validate_hash_conf()
storage_policy.reload_storage_policies()
os.makedirs(os.path.join(HOME, 'd1'), exist_ok=True)

doors = {name: eventlet.listen(('127.0.0.1', 0)) for name in STORES}
doors['proxy'] = eventlet.listen(('127.0.0.1', PORT))
for name in STORES:
    ring = RingBuilder(4, 1, 0)
    port = doors[name].getsockname()[1]
    ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(HOME, name + '.ring.gz'))

quiet = open(os.devnull, 'w')
running = []
for name, door in doors.items():
    egg = 'mem_object' if name == 'object' else name
    rest = PROXY if name == 'proxy' else STORE.format(name=name, egg=egg)
    app = loadapp(write(name + '.conf', COMMON.format(home=HOME) + rest))
    running.append(eventlet.spawn(wsgi.server, door, app, quiet, protocol=SwiftHttpProtocol, log_output=False))
print('ready', flush=True)
for each in running:
    each.wait()
